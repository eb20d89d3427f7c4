import { useTranslation } from 'react-i18next';
import { ColorField, isColor } from '#web/features/companies/ColorField.tsx';
import { Setting } from '#web/features/companies/Setting.tsx';
import type { Saved } from '#web/features/companies/Setting.tsx';

/** The colour of a company or a unit; `description` says what takes it. */
export function ColorSetting({ description, ...saved }: Saved<string> & { readonly description: string }) {
  const { t } = useTranslation('companies');
  return (
    <Setting label={t('color')} {...saved} problem={(color) => (isColor(color) ? undefined : t('colorWrong'))}>
      {({ draft, onDraft, problem }) => (
        <ColorField value={draft} description={description} error={problem} onChange={onDraft} />
      )}
    </Setting>
  );
}
