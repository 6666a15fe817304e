import { describe, expect, it } from "vitest";
import {
  afterCall,
  callOutcomes,
  chatText,
  outcomeLabel,
  outcomeOf,
  outcomeRule,
  outcomeValue,
  outcomeWords,
  proposesCancelling,
  withinCallingHours,
} from "~/domain/office/call";
import { calledFrom, callForm } from "~/domain/office/call-form";
import { parseValues } from "~/forms/parse-form.server";

/** Thursday in Algeria, UTC+1. */
const at = (time: string, day = "2026-11-26") => new Date(`${day}T${time}:00+01:00`);

describe("outcomes of a call", () => {
  it("are in the sequence of their buttons and keys, and each is found by its own words", () => {
    expect(callOutcomes.map(outcomeLabel)).toEqual([
      "Confirmé",
      "Ne répond pas",
      "Occupé",
      "Éteint ou injoignable",
      "À rappeler",
      "Annulé par le client",
      "Faux numéro",
      "Doublon",
      "N'a pas commandé",
    ]);
    for (const outcome of callOutcomes) expect(outcomeOf(outcomeValue(outcome))).toBe(outcome);
    expect(outcomeValue("unreachable")).toBe("eteint-ou-injoignable");
    expect(outcomeOf("toString")).toBeUndefined();
    expect(outcomeOf("")).toBeUndefined();
  });

  it("name the next call once", () => {
    expect(outcomeWords("later", "29 novembre")).toBe("À rappeler le 29 novembre");
    expect(outcomeWords("busy", "29 novembre")).toBe("Occupé, à rappeler le 29 novembre");
    expect(outcomeWords("confirmed", undefined)).toBe("Confirmé");
  });

  it("end the waiting when somebody decided; after the others there is a next call", () => {
    for (const outcome of callOutcomes) {
      const { callAt } = afterCall(outcome, { unanswered: 0, now: at("10:00"), when: undefined });
      expect(callAt !== undefined, outcome).toBe(outcomeRule(outcome).leadsTo === "wait");
    }
    expect(callOutcomes.filter((outcome) => outcomeRule(outcome).leadsTo === "cancel")).toEqual([
      "cancelled",
      "duplicate",
      "not-ordered",
    ]);
  });

  it("leave more time with each call without an answer", () => {
    const next = (unanswered: number) => afterCall("no-answer", { unanswered, now: at("10:00") });
    expect(next(0)).toEqual({ unanswered: 1, callAt: at("12:00") });
    expect(next(1)).toEqual({ unanswered: 2, callAt: at("14:00") });
    expect(next(2)).toEqual({ unanswered: 3, callAt: at("10:00", "2026-11-27") });
    expect(next(7)).toEqual({ unanswered: 8, callAt: at("10:00", "2026-11-27") });
    expect(afterCall("unreachable", { unanswered: 1, now: at("10:00") })).toEqual({
      unanswered: 2,
      callAt: at("16:00"),
    });
  });

  it("are counted while nobody answers: a busy line is no answer and none missing, an agreed call begins again", () => {
    expect(afterCall("busy", { unanswered: 2, now: at("10:00") })).toEqual({ unanswered: 2, callAt: at("10:20") });
    expect(afterCall("wrong-number", { unanswered: 1, now: at("10:00") }).unanswered).toBe(1);
    const when = at("18:30", "2026-11-28");
    expect(afterCall("later", { unanswered: 2, now: at("10:00"), when })).toEqual({ unanswered: 0, callAt: when });
    expect(afterCall("confirmed", { unanswered: 2, now: at("10:00") })).toEqual({ unanswered: 0, callAt: undefined });
  });

  it("propose a cancellation after three without an answer, and at once for a wrong number", () => {
    expect(proposesCancelling({ unanswered: 2, lastCall: "no-answer" })).toBe(false);
    expect(proposesCancelling({ unanswered: 3, lastCall: "no-answer" })).toBe(true);
    expect(proposesCancelling({ unanswered: 0, lastCall: "wrong-number" })).toBe(true);
    expect(proposesCancelling({ unanswered: 0, lastCall: undefined })).toBe(false);
  });

  it("have the next call between 9 and 20 h in Algeria", () => {
    expect(withinCallingHours(at("09:00"))).toEqual(at("09:00"));
    expect(withinCallingHours(at("19:59"))).toEqual(at("19:59"));
    expect(withinCallingHours(at("20:00"))).toEqual(at("09:00", "2026-11-27"));
    expect(withinCallingHours(at("00:30"))).toEqual(at("09:00"));
    expect(withinCallingHours(at("23:30", "2026-12-31"))).toEqual(at("09:00", "2027-01-01"));
    expect(afterCall("no-answer", { unanswered: 0, now: at("19:00") }).callAt).toEqual(at("09:00", "2026-11-27"));
  });

  it("begin a chat with what was ordered", () => {
    const text = chatText({ number: "K7MQ-4TXP", firstName: "Samira", total: "12 500 DA", place: "Es Senia" });
    expect(text).toContain("Bonjour Samira");
    expect(text).toContain("K7MQ-4TXP (12 500 DA, livraison à Es Senia)");
  });
});

describe("the form of a call", () => {
  const parse = (values: Record<string, string>) => {
    const { value, ...view } = parseValues(values, callForm(at("10:00")));
    return { ...view, value: value && calledFrom(value) };
  };

  it("takes an outcome with or without a note, and ignores a moment that it does not ask for", () => {
    expect(parse({ reponse: "confirme", texte: " Deux paires \n" }).value).toEqual({
      outcome: "confirmed",
      note: "Deux paires",
    });
    expect(parse({ reponse: "occupe", jour: "hier", heure: "?" }).value).toEqual({ outcome: "busy", note: "" });
  });

  it("asks for day and hour where they say when to call again", () => {
    const later = (jour: string, heure: string) => parse({ reponse: "a-rappeler", jour, heure });
    expect(later("2026-11-27", "18:30").value).toEqual({
      outcome: "later",
      note: "",
      when: at("18:30", "2026-11-27"),
    });
    expect(later("", "").errors).toEqual({ jour: "Le jour du rappel est requis" });
    expect(later("2026-02-31", "10:00").errors).toEqual({ jour: "Le jour du rappel est requis" });
    expect(later("2026-11-27", "").errors).toEqual({ heure: "L'heure du rappel est requise" });
    expect(later("2026-11-27", "25:00").errors).toEqual({ heure: "L'heure du rappel est requise" });
    expect(later("2026-11-26", "10:00").errors).toEqual({ heure: "Ce moment est déjà passé" });
    expect(later("2027-11-26", "10:00").errors.jour).toContain("trop loin");
  });

  it("refuses what is no outcome, and a note without end; what was typed stays", () => {
    expect(parse({ reponse: "vendu" }).errors.reponse).toBe("Choisissez ce qu'a donné l'appel");
    const long = parse({ reponse: "occupe", texte: "a".repeat(501) });
    expect(long.errors.texte).toMatch(/^La note est trop longue/);
    expect(long.values.texte).toHaveLength(501);
  });
});
