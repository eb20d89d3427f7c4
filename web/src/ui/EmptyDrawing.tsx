const drawings = {
  bubbles: (
    <>
      <rect x="14" y="8" width="52" height="36" rx="7" />
      <path d="M28 44v9l10-9M26 20h28M26 30h18" />
      <path d="M74 20c5 0 8 3 8 8v12c0 5-3 8-8 8h-2v7l-8-7" />
    </>
  ),
  people: (
    <>
      <rect x="22" y="6" width="52" height="52" rx="7" />
      <circle cx="48" cy="26" r="8" />
      <path d="M34 48c1-8 6-12 14-12s13 4 14 12M16 18h12M16 32h12M16 46h12" />
    </>
  ),
  table: (
    <>
      <path d="M28 6h28l14 14v32c0 4-2 6-6 6H28c-4 0-6-2-6-6V12c0-4 2-6 6-6z" />
      <path d="M56 6v14h14M32 30h28M32 39h28M32 48h28M44 30v18" />
    </>
  ),
  plane: (
    <>
      <path d="M80 8 34 32l14 6 8 16z" />
      <path d="M80 8 48 38v14l6-8M30 18H16M28 28H10M34 46H20" />
    </>
  ),
  search: (
    <>
      <circle cx="42" cy="28" r="20" />
      <path d="m57 42 18 15M34 22h16M34 30h10" />
    </>
  ),
};

export type EmptyDrawingName = keyof typeof drawings;

/** A line drawing for a place with nothing in it. */
export function EmptyDrawing({ name }: { name: EmptyDrawingName }) {
  return (
    <svg
      width="96"
      height="64"
      viewBox="0 0 96 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      opacity="0.45"
    >
      {drawings[name]}
    </svg>
  );
}
