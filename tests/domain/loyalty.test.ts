import { describe, expect, it } from "vitest";
import { loyaltyCard, rewardFor, stampsText } from "~/domain/account/loyalty";

describe("a loyalty card", () => {
  it.each([
    [[], 0, { stamps: 0 }],
    [[5_000, 3_000, 4_000, 6_000, 7_000], 0, { stamps: 5 }],
    [[5_000, 3_000, 4_000, 6_000, 7_000, 8_000], 0, { stamps: 6, worth: 3_000 }],
    // What comes after the sixth is on the next card.
    [[5_000, 3_000, 4_000, 6_000, 7_000, 8_000, 1_000], 0, { stamps: 7, worth: 3_000 }],
    [[5_000, 3_000, 4_000, 6_000, 7_000, 8_000, 1_000], 1, { stamps: 1 }],
    [[...Array(6).fill(3_000), ...Array(6).fill(9_000)], 1, { stamps: 6, worth: 9_000 }],
    // A full card was handed in, and its pairs came back.
    [[5_000], 1, { stamps: 0 }],
  ])("of pairs at %j, %i handed in, is %j", (prices, used, card) => {
    expect(loyaltyCard(prices, used)).toEqual(card);
  });

  it.each([
    [1, "1 tampon sur 6"],
    [6, "6 tampons sur 6"],
    [8, "6 tampons sur 6, et 2 pour la carte suivante"],
  ])("with %i stamps says so: %s", (stamps, said) => {
    expect(stampsText({ stamps })).toBe(said);
  });

  it.each([
    ["the cheapest on the card", 3_000, [9_000, 4_000], 3_000],
    ["the cheapest that is ordered", 8_000, [9_000, 4_000], 4_000],
    ["one pair, not two", 4_000, [4_000, 4_000], 4_000],
    ["none that is given anyway", 8_000, [0, 9_000, 0], 8_000],
    ["nothing where all is given", 8_000, [0], 0],
    ["nothing while it is not full", undefined, [9_000], 0],
    ["nothing where nothing is ordered", 3_000, [], 0],
  ])("gives %s", (_, worth, prices, reward) => {
    expect(rewardFor({ stamps: 6, worth }, prices)).toBe(reward);
  });
});
