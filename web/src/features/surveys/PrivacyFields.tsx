import { Stack } from '@mantine/core';
import { AnonymousField } from '#web/features/surveys/AnonymousField.tsx';
import { LegalBasisField } from '#web/features/surveys/LegalBasisField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';

/** What the survey does with the data of whoever answers. */
export function PrivacyFields(context: FieldContext) {
  return (
    <Stack gap="lg">
      <LegalBasisField {...context} />
      <AnonymousField {...context} />
    </Stack>
  );
}
