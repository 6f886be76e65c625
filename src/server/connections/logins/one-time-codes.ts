import { Secret, TOTP, URI } from "otpauth";

const fewestBytes = 5;

/** The codes of a TOTP secret as a website hands it out: base32, or an `otpauth://totp/` address. Undefined when it is neither. */
function totpOf(text: string): TOTP | undefined {
  try {
    if (!text.startsWith("otpauth:")) return atLeast(new TOTP({ secret: Secret.fromBase32(text.replaceAll(/[ -]/g, "")) }));
    const said = URI.parse(text);
    return said instanceof TOTP ? atLeast(said) : undefined;
  } catch {
    return undefined;
  }
}

function atLeast(totp: TOTP): TOTP | undefined {
  return totp.secret.bytes.length >= fewestBytes ? totp : undefined;
}

export function isTotpSecret(text: string): boolean {
  return totpOf(text) !== undefined;
}

/** The code that is valid at an instant. Throws for what is no TOTP secret: none is ever stored. */
export function oneTimeCode(text: string, at: Date): string {
  const totp = totpOf(text);
  if (!totp) throw new Error("a stored TOTP secret cannot be read");
  return totp.generate({ timestamp: at.getTime() });
}
