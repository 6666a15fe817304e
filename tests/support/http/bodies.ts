import fc from "fast-check";
import { type Form, formsOf } from "./forms";
import { attribute } from "./reading";

/** Random bodies of forms: some as the shop's pages send them, others hostile. */

interface Body {
  type: string | undefined;
  bytes: Buffer;
}

type Field = [name: string, value: string];

/** The shop's forms, and the values of their fields. */
export class Forms {
  /** By the path that they are posted to. */
  readonly templates = new Map<string, Form[]>();
  readonly values = new Map<string, Set<string>>();
  readonly keys = new Set<string>();

  /** @param typed what shoppers would type into empty fields, by name */
  constructor(private readonly typed: Record<string, readonly string[]>) {
    for (const [name, values] of Object.entries(typed)) this.values.set(name, new Set(values));
  }

  learn(html: string): void {
    for (const form of formsOf(html)) {
      if (form.method !== "post") continue;
      const fields = form.fields.map(([name, value]): Field => [name, value || (this.typed[name]?.[0] ?? "")]);
      fields.push(...form.boxes.filter(([name]) => !fields.some(([known]) => known === name)));
      const path = form.action.split("?")[0] ?? "";
      this.templates.set(path, [...(this.templates.get(path) ?? []), { ...form, fields }]);
      for (const [name, value] of [...fields, ...form.buttons]) this.note(name, value);
    }
    for (const [tag] of html.matchAll(/<(?:input|button)\b[^>]*>/g)) {
      const name = attribute(tag, "name");
      if (name) this.note(name, attribute(tag, "value") ?? "on");
    }
    for (const [select, inside = ""] of html.matchAll(/<select\b[^>]*>(.*?)<\/select>/gs)) {
      const name = attribute(select.slice(0, select.indexOf(">") + 1), "name");
      for (const [option] of inside.matchAll(/<option\b[^>]*>/g))
        if (name) this.note(name, attribute(option, "value") ?? "");
    }
  }

  note(name: string, value: string): void {
    if (name === "cle") this.keys.add(value);
    else this.values.set(name, (this.values.get(name) ?? new Set()).add(value));
  }

  /**
   * @param path where the form is posted to
   * @param names the fields that the action's source reads
   */
  bodies(path: string, names: readonly string[]): fc.Arbitrary<Body> {
    const known = [...this.values.keys(), "cle"];
    const name = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(names.length > 0 ? names : known)) },
      { weight: 2, arbitrary: fc.constantFrom(...known) },
      fc.constantFrom(
        "",
        "__proto__",
        "constructor",
        "intent[]",
        "lignes[0].a",
        "a.b",
        "0",
        "length",
        "__intent__",
        "_method",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const anything = fc.array(
      name.chain((field) => this.valueFor(field).map((value): Field => [field, value])),
      { maxLength: 14 },
    );
    const templates = this.templates.get(path) ?? [];
    const fields =
      templates.length === 0
        ? anything
        : fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...templates).chain((form) => this.changed(form, 200)) },
            { weight: 4, arbitrary: fc.constantFrom(...templates).chain((form) => this.changed(form, 8)) },
            {
              weight: 1,
              arbitrary: fc
                .tuple(
                  fc.constantFrom(...templates).chain((form) => this.changed(form, 20)),
                  anything,
                )
                .map((parts) => parts.flat()),
            },
            { weight: 1, arbitrary: anything },
          );
    return fc
      .tuple(fields, fc.nat(99), fc.string({ unit: "binary", maxLength: 60 }))
      .map(([list, how, noise]) => encoded(list, how, noise));
  }

  /** The form with one button pressed, and most of its fields as they are. */
  private changed(form: Form, kept: number): fc.Arbitrary<Field[]> {
    const changed = (name: string) => this.valueFor(name).map((value): Field => [name, value]);
    const fields = form.fields.map(([name, value]) => {
      const same =
        name === "cle" ? this.key(value).map((key): Field => [name, key]) : fc.constant<Field>([name, value]);
      return fc.oneof(
        { weight: kept, arbitrary: same.map((field) => [field]) },
        { weight: 4, arbitrary: changed(name).map((field) => [field]) },
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.tuple(same, changed(name)) },
        { weight: 1, arbitrary: fc.tuple(changed(name), same) },
      );
    });
    const button =
      form.buttons.length > 0
        ? fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom(...form.buttons).map((button) => [button]) },
            fc.constant([]),
          )
        : fc.constant([]);
    return fc.tuple(fc.tuple(...fields), button).map(([lists, pressed]) => [...lists.flat(), ...pressed] as Field[]);
  }

  /** Keys of another kind of form have as many parts. */
  private key(like: string): fc.Arbitrary<string> {
    const parts = like.split(".").length;
    const fitting = [...this.keys].filter((key) => key.split(".").length === parts);
    return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.constant(like);
  }

  private valueFor(name: string): fc.Arbitrary<string> {
    const seen = name === "cle" ? this.keys : this.values.get(name);
    const valid = seen && seen.size > 0 ? fc.constantFrom(...seen) : hostile;
    return fc.oneof(
      { weight: 5, arbitrary: valid },
      { weight: 2, arbitrary: fc.tuple(valid, fc.constantFrom(...NEARLY)).map(([value, change]) => change(value)) },
      { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
      { weight: 3, arbitrary: hostile },
    );
  }
}

const NEARLY: ((value: string) => string)[] = [
  (value) => ` ${value}\t`,
  (value) => value.toUpperCase(),
  (value) => value.slice(0, -1),
  (value) => `${value}0`,
  (value) => `${value}\u0000`,
  (value) => `${value}\u200b`,
  (value) => `\ufeff${value}\r\nBcc: x@example.com`,
  (value) => value.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  (value) => value.normalize("NFD"),
  (value) => `${value.slice(0, 2)}\ud800${value.slice(2)}`,
  (value) => `${value}, ${value}`,
  (value) => JSON.stringify([value]),
  (value) => encodeURIComponent(value.toWellFormed()),
  (value) => [...value].reverse().join(""),
];

const NUMBERS = [
  ..."0|1|2|3|9|10|11|50|99|100|999|-1|-0|+1|01|1.5|1,5|1e2|1e9|1e309|-1e309|0x1|NaN|Infinity|null|true".split("|"),
  ..."2147483648|9007199254740993|99999999999999999999999|٢|۳|½|１|1 0|1_000|1;2|[1]|{}".split("|"),
];

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(
    ...[
      "",
      " ",
      "\n",
      "\t",
      "\u0000",
      "\u0007\u001b[31m",
      "\ud800",
      "\udfff\ud800",
      "\u202eabc",
      "\u2066x\u2069",
      "\ufffd",
      "\uffff",
    ],
    ...[
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "'; drop table orders; --",
      "' or '1'='1",
      "#{7*7}",
      "{{7*7}}",
    ],
    ...[
      "__proto__",
      "constructor",
      "toString",
      "[object Object]",
      "undefined",
      "../../etc/passwd",
      "%00",
      "%",
      "%E0%A4%A",
    ],
    ...[
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/cart",
      "/suivi?numero=1",
    ],
    ...[
      "e\u0301".repeat(30),
      "👨‍👩‍👧‍👦".repeat(8),
      "Z̸̢̛".repeat(20),
      "سميرة بن علي",
      "الجزائر ١٢٣",
      "ﷺ".repeat(40),
      "\u00ad\u200b\u2060",
    ],
    ...["a".repeat(61), "a".repeat(201), "é".repeat(255), "a".repeat(501), "a b ".repeat(1400), "😀".repeat(2600)],
    ...[
      "x@example.com",
      "X@EXAMPLE.com ",
      "a@b",
      "a@b.c,d@e.f",
      "x@example.com\r\nBcc: y@example.com",
      '"a b"@example.com',
    ],
  ),
);

/** Mostly encoded as browsers do, sometimes as none does. */
function encoded(fields: Field[], how: number, noise: string): Body {
  if (how < 70) return { type: "application/x-www-form-urlencoded", bytes: urlencoded(fields) };
  if (how < 86) return multipart(fields, how === 85);
  const types = [
    "application/json",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "",
    undefined,
  ];
  const type = types[how % types.length];
  if (how < 92) return { type, bytes: urlencoded(fields) };
  if (how < 94) return { type: "application/json", bytes: Buffer.from(JSON.stringify(Object.fromEntries(fields))) };
  if (how < 97) return { type: "application/x-www-form-urlencoded", bytes: wobbly(noise) };
  if (how < 98) return { type: "application/x-www-form-urlencoded; charset=utf-16", bytes: urlencoded(fields) };
  if (how < 99)
    return { type: "multipart/form-data; boundary=x", bytes: Buffer.concat([Buffer.from("--x\r\n"), wobbly(noise)]) };
  const [[name, value] = ["a", "b"]] = fields;
  return {
    type: "application/x-www-form-urlencoded",
    bytes: urlencoded(Array.from({ length: 2000 }, () => [name, value.slice(0, 20)])),
  };
}

type Path = (string | number)[];

/** JSON like an example with parts changed, missing or hostile; sometimes no JSON at all. */
export function jsonBodies(examples: readonly unknown[]): fc.Arbitrary<Body> {
  const value = fc.oneof(
    { weight: 3, arbitrary: hostile },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(undefined, null, true, false, [], {}, -1, 0, 1.5, 1e9, 1e308) },
    { weight: 1, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  );
  return fc.constantFrom(...examples).chain((example) => {
    const change = fc.tuple(fc.constantFrom(...placesIn(example)), value);
    // Half stay unchanged, so that the code behind the schema is reached too.
    const changes = fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 3 }));
    return fc.tuple(changes, fc.nat(99), fc.string({ unit: "binary", maxLength: 40 })).map(([list, how, noise]) => {
      const bytes = Buffer.from(JSON.stringify(list.reduce(withChange, example)) ?? "");
      if (how < 88) return { type: "application/json", bytes };
      if (how < 91) return { type: "application/json; charset=utf-16", bytes: bytes.subarray(0, bytes.length >> 1) };
      if (how < 93) return { type: "application/json", bytes: wobbly(noise) };
      if (how < 95) return { type: "application/json", bytes: Buffer.from(`${"[".repeat(9_000)}${"]".repeat(9_000)}`) };
      if (how < 97)
        return { type: "application/json", bytes: Buffer.from(`{"__proto__":{"x":1},${bytes.toString().slice(1)}`) };
      return { type: ["text/plain", "application/x-www-form-urlencoded", undefined][how % 3], bytes };
    });
  });
}

/** The paths of all values in a value, itself included. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

function withChange(whole: unknown, [[name, ...rest], value]: [Path, unknown]): unknown {
  if (name === undefined) return value;
  if (typeof whole !== "object" || whole === null) return whole;
  // An earlier change may have replaced the array's items.
  if (Array.isArray(whole) && !(Number(name) < whole.length)) return whole;
  const inner = withChange((whole as Record<string, unknown>)[name], [rest, value]);
  return Array.isArray(whole) ? whole.with(Number(name), inner) : { ...whole, [name]: inner };
}

function urlencoded(fields: Field[]): Buffer {
  const part = (text: string) =>
    [...wobbly(text)].map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.*-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, "0")}`;
    });
  return Buffer.from(fields.map(([name, value]) => `${part(name).join("")}=${part(value).join("")}`).join("&"));
}

function multipart(fields: Field[], isCut: boolean): Body {
  const parts = fields.flatMap(([name, value], index) => {
    // A file where a text is expected.
    const file = index % 9 === 8 ? '; filename="x.txt"\r\nContent-Type: text/plain' : "";
    const escaped = name.replace(/"/g, "%22").replace(/[\r\n]/g, "%0A");
    return [
      wobbly(`--limite\r\nContent-Disposition: form-data; name="${escaped}"${file}\r\n\r\n`),
      wobbly(value),
      Buffer.from("\r\n"),
    ];
  });
  const bytes = Buffer.concat([...parts, Buffer.from("--limite--\r\n")]);
  return { type: "multipart/form-data; boundary=limite", bytes: isCut ? bytes.subarray(0, bytes.length >> 1) : bytes };
}

/** UTF-8 with lone surrogates, which Buffer would replace. */
function wobbly(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    [...text].map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const isHalf = code >= 0xd800 && code <= 0xdfff;
      return isHalf
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
        : Buffer.from(character);
    }),
  );
}
