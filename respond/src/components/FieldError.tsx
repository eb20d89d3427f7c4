interface Props {
  readonly at: number;
  readonly error: string | null;
  /** What the page's script says when the field is left empty. */
  readonly whenMissing: string;
}

/** The place of a field's error: empty until there is one, so that a screen reader hears it appear. */
export function FieldError({ at, error, whenMissing }: Props) {
  return (
    <p className="error" id={`error-${at}`} role="alert" data-missing={whenMissing}>
      {error}
    </p>
  );
}
