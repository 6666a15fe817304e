import type { Answer, Client } from "./client";
import { attribute, decoded } from "./reading";

/** Reads forms out of served pages, and posts them as browsers do. */

export interface Form {
  action: string;
  method: string;
  fields: [string, string][];
  /** Unticked boxes. */
  boxes: [string, string][];
  /** Name and value of each button that has them. */
  buttons: [string, string][];
}

/** The forms of a page, in order. Buttons are apart, since a test chooses the one to press. */
export function formsOf(html: string): Form[] {
  const clean = html.replace(/<!--.*?-->/gs, "").replace(/<script\b.*?<\/script>/gs, "");
  return [...clean.matchAll(/<form\b[^>]*>(.*?)<\/form>/gs)].map(([whole, inside = ""]) => {
    const tag = /<form\b[^>]*>/.exec(whole)?.[0] ?? "";
    return {
      action: attribute(tag, "action") ?? "",
      method: (attribute(tag, "method") ?? "get").toLowerCase(),
      fields: fieldsOf(inside),
      boxes: [...inside.matchAll(/<input\b[^>]*type="checkbox"[^>]*>/g)].map(([box]): [string, string] => [
        attribute(box, "name") ?? "",
        attribute(box, "value") ?? "on",
      ]),
      buttons: [...inside.matchAll(/<button\b[^>]*>/g)].flatMap(([button]): [string, string][] => {
        const name = attribute(button, "name");
        return name ? [[name, attribute(button, "value") ?? ""]] : [];
      }),
    };
  });
}

function fieldsOf(html: string): [string, string][] {
  const fields: [string, string][] = [];
  const controls = /<input\b[^>]*>|<select\b[^>]*>.*?<\/select>|<textarea\b[^>]*>.*?<\/textarea>/gs;
  for (const [control] of html.matchAll(controls)) {
    const tag = /^<[^>]*>/.exec(control)?.[0] ?? "";
    const name = attribute(tag, "name");
    if (!name || /\sdisabled(=|\s|>|\/)/.test(tag)) continue;
    if (tag.startsWith("<input")) {
      const type = attribute(tag, "type") ?? "text";
      if (type === "submit") continue;
      if ((type === "radio" || type === "checkbox") && !/\schecked(=|\s|>|\/)/.test(tag)) continue;
      fields.push([name, attribute(tag, "value") ?? (type === "checkbox" ? "on" : "")]);
    } else if (tag.startsWith("<textarea")) {
      fields.push([name, decoded(control.replace(/^<[^>]*>\n?/, "").replace(/<\/textarea>$/, ""))]);
    } else {
      const options = [...control.matchAll(/<option\b[^>]*>/g)].map(([option]) => option);
      const chosen = options.find((option) => /\sselected(=|\s|>|\/)/.test(option)) ?? options[0];
      if (chosen) fields.push([name, attribute(chosen, "value") ?? ""]);
    }
  }
  return fields;
}

/** The form of this page that has a field of this name, and of this value if it is given. */
export function formWith(html: string, name: string, value?: string): Form {
  const isIt = ([field, filledIn]: [string, string]) => field === name && (value === undefined || filledIn === value);
  const form = formsOf(html).find(({ fields }) => fields.some(isIt));
  if (!form) throw new Error(`No form with a field "${name}" on the page: ${value ?? ""}`);
  return form;
}

/** What the form sends with some values changed. */
export const filled = ({ fields }: Form, typed: Record<string, string>): [string, string][] => [
  ...fields.filter(([name]) => !(name in typed)),
  ...Object.entries(typed),
];

/** Posts the form with some values changed and one button pressed. */
export function submit(client: Client, form: Form, typed: Record<string, string>, intent?: string): Promise<Answer> {
  const fields = filled(form, typed);
  if (intent) fields.push(["intent", intent]);
  return client.post(form.action, fields);
}
