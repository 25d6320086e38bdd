/** What is wrong with what is being entered: below its field, as long as it is. */
export function FieldProblem({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p id={id} className="field-problem" role="alert" ref={bringIntoSight}>
      {text}
    </p>
  );
}

/** At the bottom of a panel it would be below what can be seen. */
function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
