import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { serverOnly } from "~/components/hydration/server-only";
import { ServerRendered } from "~/components/hydration/server-rendered";

describe("what only the server needs", () => {
  const held = serverOnly({ description: "Un daim épais", pictures: [1, 2] });
  it("is there for the server, and counts in the key of the page", () => {
    expect(held.value).toEqual({ description: "Un daim épais", pictures: [1, 2] });
    expect(JSON.stringify({ held })).toBe('{"held":{"description":"Un daim épais","pictures":[1,2]}}');
  });
  it("lists nothing to be handed over, and is a plain object, which the framework can encode", () => {
    expect(Object.keys(held)).toEqual([]);
    expect({ ...held }).toEqual({});
    expect(Object.getPrototypeOf(held)).toBe(Object.prototype);
  });
  it("is written under an id, by which the browser finds it again", () => {
    const html = renderToStaticMarkup(
      <ServerRendered id="details" className="prose">
        <p>Un daim épais</p>
      </ServerRendered>,
    );
    expect(html).toBe('<div class="prose" id="details"><p>Un daim épais</p></div>');
  });
});
