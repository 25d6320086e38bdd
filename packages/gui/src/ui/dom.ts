/** A new element. A `class` is an attribute like any other. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Sets text ten times a second without making the browser lay out what has not changed. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
