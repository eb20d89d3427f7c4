import { commentTreatments } from '@escuta/contract/erasures';
import type { CommentTreatment } from '@escuta/contract/erasures';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface CommentsChoiceProps {
  readonly value: CommentTreatment;
  readonly onChange: (value: CommentTreatment) => void;
}

/** What becomes of the comments of whoever is erased. */
export function CommentsChoice({ value, onChange }: CommentsChoiceProps) {
  const { t } = useTranslation('erasures');
  return (
    <Radio.Group label={t('comments.label')} value={value} onChange={(chosen) => onChange(chosen)}>
      <Stack gap="xs" mt="xs">
        {commentTreatments.map((each) => (
          <Radio key={each} value={each} label={t(`comments.${each}`)} description={t(`comments.${each}Text`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
