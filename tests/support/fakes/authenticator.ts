import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyAnswer } from "~/shop/services/staff";

/** A device with passkeys: what browsers send of it (ES256, without attestation). */
export class FakeAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;

  /** @param user the person's id, which the device keeps with the passkey */
  constructor(
    readonly user: string,
    readonly origin = "http://localhost:3000",
  ) {}

  /** Makes the passkey. @param flags present, verified, with the key */
  make(challenge: string, flags = 0x45): PasskeyAnswer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const cose = Buffer.from(isoCBOR.encode(key));
    const data = Buffer.concat([this.#dataWith(flags), Buffer.alloc(16), length, id, cose]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(data)],
      ]),
    );
    return this.#answer(challenge, "webauthn.create", {
      attestationObject: Buffer.from(attestation).toString("base64url"),
    });
  }

  /** Signs with it. @param flags present, verified @param user whose passkey it says it is */
  sign(challenge: string, flags = 0x05, user = this.user): PasskeyAnswer {
    this.#counter += 1;
    const data = this.#dataWith(flags);
    const hash = createHash("sha256").update(this.#clientData(challenge, "webauthn.get")).digest();
    return this.#answer(challenge, "webauthn.get", {
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, hash]), this.#keys.privateKey).toString("base64url"),
      userHandle: Buffer.from(user).toString("base64url"),
    });
  }

  #dataWith(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const host = createHash("sha256").update(new URL(this.origin).hostname).digest();
    return Buffer.concat([host, Buffer.from([flags]), counter]);
  }

  #clientData(challenge: string, type: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(challenge: string, type: string, response: Record<string, string>): PasskeyAnswer {
    const clientDataJSON = this.#clientData(challenge, type).toString("base64url");
    const whole = {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON, ...response },
    };
    return { response: JSON.stringify(whole), challenge, origin: this.origin };
  }
}
