import { Skeleton, useLate } from "#ui/skeleton.tsx";

/** The shape of the list while it is on its way. */
export function SketchesComing() {
  const late = useLate(200);
  return (
    <div
      role="status"
      aria-label="Loading"
      className={`grid grid-cols-1 gap-x-6 gap-y-4 px-3 py-4 sm:grid-cols-[repeat(auto-fill,minmax(248px,1fr))] sm:gap-y-7 md:px-5 md:py-5 ${late ? "" : "invisible"}`}
    >
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className="flex gap-3 sm:flex-col sm:gap-2">
          <div className="aspect-[258/162] w-24 animate-pulse rounded-md bg-hover sm:w-auto" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
