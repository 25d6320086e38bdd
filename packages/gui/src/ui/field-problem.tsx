/** What is wrong with what is being entered: below its field, as long as it is. */
export function FieldProblem({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p id={id} className="field-problem" role="alert">
      {text}
    </p>
  );
}
