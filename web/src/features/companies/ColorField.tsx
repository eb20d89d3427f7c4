import { ColorInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ColorFieldProps {
  readonly value: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly onChange: (color: string) => void;
}

const offered = ['#0F766E', '#1D4ED8', '#7E22CE', '#BE123C', '#C2410C', '#15803D', '#1C1917'];

/** A brand's colour as `#RRGGBB`. */
export function ColorField({ value, description, error, onChange }: ColorFieldProps) {
  const { t } = useTranslation('companies');
  return (
    <ColorInput
      label={t('color')}
      description={description}
      swatches={offered}
      withEyeDropper={false}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Whether a text is a colour that can be saved. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
