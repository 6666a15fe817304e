import { describe, expect, it } from "vitest";
import { UsedStyles } from "~/server/used-styles.server";

const used = (css: string, html: string) =>
  new UsedStyles(css).in(`<style>${css}</style>${html}`).split("</style>")[0]?.slice(7);

describe("the styles that a page uses", () => {
  it("are those of its classes, and those that need none", () => {
    const css = ".a{color:red}.b{color:blue}p{margin:0}.a .b{top:0}:focus-visible{outline:0}[hidden]{display:none}";
    expect(used(css, '<p class="a">')).toBe(".a{color:red}p{margin:0}:focus-visible{outline:0}[hidden]{display:none}");
    expect(used(css, '<p class="x b a">')).toBe(css);
  });
  it("keep what a list of selectors has for the page", () => {
    expect(used(".a,.b:hover,p{top:0}", '<p class="b">')).toBe(".b:hover,p{top:0}");
    expect(used(".a:is(p,.c),.b{top:0}", '<p class="a">')).toBe(".a:is(p,.c){top:0}");
  });
  it("stay under their conditions, which go when they are empty", () => {
    const css = "@media (min-width:800px){.a{top:0}.b{top:1px}}@media print{.b{top:0}}@keyframes turn{to{top:0}}";
    expect(used(css, '<p class="a">')).toBe("@media (min-width:800px){.a{top:0}}@keyframes turn{to{top:0}}");
  });
  it("are found by names that have to be escaped", () => {
    const css =
      ".md\\:w-\\[calc\\(25\\%-9px\\)\\]{top:0}.p-0\\.5{top:1px}.\\32xl{top:2px}.group:hover .group-hover\\:x{top:3px}";
    expect(used(css, '<p class="md:w-[calc(25%-9px)]">')).toBe(".md\\:w-\\[calc\\(25\\%-9px\\)\\]{top:0}");
    expect(used(css, '<p class="p-0.5">')).toBe(".p-0\\.5{top:1px}");
    expect(used(css, '<p class="2xl">')).toBe(".\\32xl{top:2px}");
    expect(used(css, '<p class="group"><b class="group-hover:x">')).toBe(".group:hover .group-hover\\:x{top:3px}");
    expect(used(".\\[\\&\\>a\\]\\:x>a{top:0}", '<p class="[&amp;&gt;a]:x">')).toBe(".\\[\\&\\>a\\]\\:x>a{top:0}");
  });
  it("count neither what must not be there, nor attributes, nor quoted text", () => {
    expect(used(":root:not(.light) .a{top:0}", '<p class="a">')).toBe(":root:not(.light) .a{top:0}");
    expect(used('a[href$=".pdf"]{top:0}', "<a>")).toBe('a[href$=".pdf"]{top:0}');
    expect(used('.a:before{content:"}.b{"}.b{top:0}', '<p class="a">')).toBe('.a:before{content:"}.b{"}');
  });
  it("always hold both themes, which scripts exchange", () => {
    expect(used(":root.dark{top:0}.dark .a{top:0}", '<p class="a">')).toBe(":root.dark{top:0}.dark .a{top:0}");
  });
});
