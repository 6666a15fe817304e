/** An element with these properties; `role` and names with a hyphen are its attributes. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> & Record<`${string}-${string}`, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key === "role" || key.includes("-")) made.setAttribute(key, String(value));
    else Object.assign(made, { [key]: value });
  made.append(...children);
  return made;
}
