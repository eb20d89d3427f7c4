import type { AudiencePreview } from '@escuta/contract/sends';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';

export interface QuarantineChoiceProps {
  readonly preview: AudiencePreview;
  /** The send is to one contact, from their page. */
  readonly isOfOne: boolean;
  readonly isIgnored: boolean;
  readonly onChange: (isIgnored: boolean) => void;
}

/** Who had a survey a short while ago and is left in peace, and the box to write to them all the same. */
export function QuarantineChoice({ preview, isOfOne, isIgnored, onChange }: QuarantineChoiceProps) {
  const { t } = useTranslation('sends');
  const words = isOfOne ? 'toContact.quarantine' : 'quarantine';
  const { quarantined, quarantineDays, surveyQuarantineDays } = preview;
  return (
    <Alert color="gray" icon={<IconPlayerPause size={16} stroke={1.5} aria-hidden />} title={t(`new.${words}.title`)}>
      <Stack gap="sm">
        <Text size="sm">
          {t(`new.${words}.text`, {
            count: quarantined,
            figure: formatNumber(quarantined),
            days: quarantineDays,
            surveyDays: surveyQuarantineDays,
          })}
        </Text>
        <Checkbox
          checked={isIgnored}
          label={t(`new.${words}.ignore`)}
          description={t('new.quarantine.ignoreText')}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}
