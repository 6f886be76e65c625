import { useState } from "react";
import { TextInput, type TextInputProps } from "./text-input.tsx";

/** A password that can be looked at: typing it blind is what makes people choose short ones. */
export function PasswordInput({ shows = "password", ...props }: TextInputProps & { shows?: "password" | "secret" }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? "text" : "password"} autoCapitalize="off" spellCheck={false} className="pe-14" />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={`Show the ${shows}`}
        className="absolute end-1 top-1/2 h-6 -translate-y-1/2 rounded-sm px-2 text-xs text-ink-2 hover:bg-hover"
        onClick={() => setShown(!shown)}
      >
        {shown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
