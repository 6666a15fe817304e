import * as z from "zod/v4-mini";
import { emailOrNone, required, telephoneOrNone, typed } from "../values/form-fields";

/** The form 'Prévenez-moi': a sold-out variant, and an e-mail address or a phone. */
export const stockAlertForm = {
  id: "alerte",
  schema: z
    .object({
      article: typed.check(required("Choisissez ce que vous attendez")),
      email: emailOrNone,
      telephone: telephoneOrNone,
    })
    .check(
      z.check<{ article: string; email: string; telephone: string }>(({ value, issues }) => {
        if (value.email !== "" || value.telephone !== "") return;
        issues.push({
          code: "custom",
          path: ["email"],
          message: "Indiquez un e-mail ou un téléphone",
          params: { isMissing: true },
          input: value,
        });
      }),
    ),
};
