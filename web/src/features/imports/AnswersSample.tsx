import { useTranslation } from 'react-i18next';
import { SampleLink } from '#web/ui/SampleFile.tsx';

const columns = ['answeredAt', 'score', 'comment', 'email', 'tel', 'externalId'] as const;

/** A small file of answers with the columns that we know by their names, to fill in. */
export function AnswersSample() {
  const { t } = useTranslation('imports');
  return (
    <SampleLink
      fileName={t('answers.sample.fileName')}
      rows={[
        columns.map((name) => t(`answers.sample.header.${name}`)),
        columns.map((name) => t(`answers.sample.${name}`)),
      ]}
    />
  );
}
