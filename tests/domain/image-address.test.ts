import { describe, expect, it } from "vitest";
import { imageAddress, pictureAt } from "~/domain/catalogue/image-address";

const HOST = "https://api.example";

describe("addresses of an API's pictures (section 7)", () => {
  it.each([
    ["https://ailleurs.example/a.jpg", "https://ailleurs.example/a.jpg"],
    ["http://localhost:4000/uploads/a.jpg", `${HOST}/uploads/a.jpg`],
    ["http://127.0.0.1/uploads/a.jpg", `${HOST}/uploads/a.jpg`],
    ["http://localhost.evil.example/a.jpg", "http://localhost.evil.example/a.jpg"],
    ["/uploads/content/a.jpg", `${HOST}/uploads/content/a.jpg`],
    ["64f1c0ffee64f1c0ffee64f1.webp", `${HOST}/uploads/content/64f1c0ffee64f1c0ffee64f1.webp`],
    ["/images/logo.png", "/images/logo.png"],
    ["sabots/boston.jpg", `${HOST}/uploads/content/sabots/boston.jpg`],
    ["/sabots/boston.jpg", `${HOST}/uploads/content/sabots/boston.jpg`],
    ["", undefined],
    ["  ", undefined],
    [null, undefined],
    [{ url: "x" }, undefined],
  ])("%j is at %s", (path, address) => expect(imageAddress(path, HOST)).toBe(address));

  it("of a shop like this one are its pictures, others none", () => {
    expect(pictureAt(`${HOST}/pictures/boston-daim/taupe-face-800.jpg`)).toBe("boston-daim/taupe-face");
    expect(pictureAt(`${HOST}/uploads/content/a.jpg`)).toBeUndefined();
    expect(pictureAt(undefined)).toBeUndefined();
  });
});
