/** Opens the browser's own dialog for choosing files. `accept` lists endings: ".sdf,.urdf". */
export function chooseFiles(accept: string, onFile: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = accept;
  input.addEventListener("change", () => {
    for (const file of input.files ?? []) onFile(file);
  });
  input.click();
}
