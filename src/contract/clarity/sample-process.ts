interface SampleCapture {
  readonly fileName: string;
  readonly text: string;
}

/**
 * A process to try clarity with: a handbook, an interview and what was said beside a screen. They tell one process and disagree in one place. Rules read
 * its numbered lines, so it works without a provider.
 */
export const sampleProcess: { readonly name: string; readonly captures: readonly SampleCapture[] } = {
  name: "Pay a supplier’s invoice",
  captures: [
    {
      fileName: "AP handbook.md",
      text: `# Supplier invoices

Section 4 of the accounts payable handbook. It applies to all invoices for goods and services.

start: Invoice received
1. AP clerk: record invoice in Ledger
Use the number and the date that are printed on the invoice.
if already recorded: end: duplicate returned
otherwise:
2. AP clerk: match invoice to order in Ledger
The order, the goods receipt and the invoice have to agree before the invoice is sent for approval.
3. Budget owner: approve invoice in Ledger
if rejected: AP clerk: ask supplier to correct it
- end: invoice returned
otherwise:
4. AP clerk: book invoice in Ledger
at the same time: Treasury: reserve money in Bank
if total over 20,000: Head of finance: release payment in Bank
otherwise:
5. Treasury: pay invoice in Bank
6. AP clerk: send payment notice
end: invoice paid

Payment runs are on Fridays. Keep all documents for ten years.
`,
    },
    {
      fileName: "AP interview.vtt",
      text: `WEBVTT

00:00:04.000 --> 00:00:09.000
<v Analyst>Please tell me what happens with an invoice, one step at a time.

00:00:10.000 --> 00:00:13.000
<v AP clerk>start: Invoice received

00:00:13.000 --> 00:00:18.000
<v AP clerk>1. AP clerk: record invoice in Ledger

00:00:19.000 --> 00:00:24.000
<v AP clerk>That takes two minutes, unless the supplier is new.

00:00:25.000 --> 00:00:29.000
<v Analyst>And then you compare it with the order?

00:00:30.000 --> 00:00:37.000
<v AP clerk>No, I send it out first. Otherwise I wait a week for the signature.

00:00:38.000 --> 00:00:42.000
<v AP clerk>2. Budget owner: approve invoice in Ledger

00:00:43.000 --> 00:00:48.000
<v AP clerk>3. AP clerk: match invoice to order in Ledger

00:00:49.000 --> 00:00:53.000
<v AP clerk>4. AP clerk: book invoice in Ledger

00:00:54.000 --> 00:00:58.000
<v Analyst>Who pays it?

00:00:59.000 --> 00:01:02.000
<v AP clerk>at the same time: Treasury: reserve money in Bank

00:01:03.000 --> 00:01:06.000
<v AP clerk>5. Treasury: pay invoice in Bank

00:01:07.000 --> 00:01:12.000
<v AP clerk>6. AP clerk: send payment notice

00:01:12.000 --> 00:01:14.000
<v AP clerk>end: invoice paid
`,
    },
    {
      fileName: "Payment run on screen.vtt",
      text: `WEBVTT

00:00:06.000 --> 00:00:12.000
<v Treasury>This is my list for Friday. I filter it by what was matched and approved.

00:00:13.000 --> 00:00:19.000
<v Treasury>1. AP clerk: match invoice to order in Ledger

00:00:20.000 --> 00:00:25.000
<v Treasury>2. Budget owner: approve invoice in Ledger

00:00:26.000 --> 00:00:32.000
<v Treasury>3. AP clerk: book invoice in Ledger

00:00:33.000 --> 00:00:39.000
<v Treasury>at the same time: Treasury: reserve money in Bank

00:01:02.000 --> 00:01:10.000
<v Treasury>if total over 20,000: Head of finance: release payment in Bank

00:01:11.000 --> 00:01:15.000
<v Treasury>otherwise: continue

00:01:20.000 --> 00:01:27.000
<v Treasury>4. Treasury: pay invoice in Bank

00:01:28.000 --> 00:01:33.000
<v Treasury>The bank confirms it here, with a green mark.

00:01:34.000 --> 00:01:38.000
<v Treasury>5. AP clerk: send payment notice

00:01:39.000 --> 00:01:42.000
<v Treasury>end: invoice paid
`,
    },
  ],
};
