import { legalBases } from '@escuta/contract/legal-basis';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';

/** What the use of the answers rests on in law, which the respondent's page prints. */
export function LegalBasisField({ form, isReadOnly, labelOf }: FieldContext) {
  const { t } = useTranslation('surveys');
  const path = 'legalBasis';
  return (
    <NativeSelect
      label={labelOf(path)}
      description={t('help.legalBasis')}
      disabled={isReadOnly}
      data={[
        { value: '', label: t('legalBasis.none') },
        ...legalBases.map((basis) => ({ value: basis, label: t(`legalBasis.${basis}`) })),
      ]}
      key={form.key(path)}
      {...form.getInputProps(path)}
    />
  );
}
