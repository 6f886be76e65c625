/** Warns of an address that is meant for others and leads to the reader's own computer. Nothing for every other one. */
export function OnlyHere({ address }: { address: string }) {
  const { hostname } = new URL(address);
  if (!/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)) return null;
  return (
    <p className="text-sm text-waiting">
      This link only works on this computer. Open the console at its public address and copy the link there.
    </p>
  );
}
