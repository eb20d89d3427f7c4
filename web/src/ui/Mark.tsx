/** Our mark: a speech bubble that holds a sound wave. */
export function Mark({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        fill="#0f766e"
        d="M7 3h18a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-9.2L9.4 29.1A1 1 0 0 1 7.8 28.3V24H7a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M8.5 12v3M12.25 9.5v8M16 7.5v12M19.75 9.5v8M23.5 12v3"
      />
    </svg>
  );
}
