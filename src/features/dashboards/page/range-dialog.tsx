import { type FormEvent, useState } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { dayIn, startOfDay } from "./zone-days.ts";

interface RangeDialogProps {
  open: boolean;
  onClose: () => void;
  zone: string;
  /** What is shown now. */
  from: string | null;
  to: string | null;
  onChoose: (span: { from: string; to: string }) => void;
}

const dayMs = 86_400_000;

/** Any days, the last one included, in the zone of the page. */
export function RangeDialog({ open, onClose, zone, ...rest }: RangeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose dates" description={`Days in the time zone ${zone}`}>
      <Dates zone={zone} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Dates({ onClose, zone, from, to, onChoose }: Omit<RangeDialogProps, "open">) {
  const [first, setFirst] = useState(from ? dayIn(zone, Date.parse(from)) : "");
  const [last, setLast] = useState(to ? dayIn(zone, Date.parse(to) - 1) : "");
  const [tried, setTried] = useState(false);
  const missing = (date: string) => (tried && !/^\d{4}-\d\d-\d\d$/.test(date) ? "Enter a date" : undefined);
  const wrong = missing(last) ?? (tried && last < first ? "Use a day that is not before the first one" : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!/^\d{4}-\d\d-\d\d$/.test(first) || !/^\d{4}-\d\d-\d\d$/.test(last) || last < first) return;
    // The day after the last one, by its date: a day can have 23 or 25 hours.
    const next = new Date(Date.parse(`${last}T12:00:00Z`) + dayMs).toISOString().slice(0, 10);
    onChoose({ from: new Date(startOfDay(zone, first)).toISOString(), to: new Date(startOfDay(zone, next)).toISOString() });
    onClose();
  };
  return (
    <Form onSubmit={submit} submit="Show these days" onCancel={onClose}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="First day" error={missing(first)}>
          <TextInput type="date" autoFocus value={first} onChange={({ target }) => setFirst(target.value)} />
        </Field>
        <Field label="Last day" error={wrong}>
          <TextInput type="date" value={last} onChange={({ target }) => setLast(target.value)} />
        </Field>
      </div>
    </Form>
  );
}
