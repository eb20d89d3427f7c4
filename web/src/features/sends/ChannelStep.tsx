import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { Group, Input, Radio, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelEntries } from '#web/features/sends/channels/index.ts';
import { StepCard } from '#web/features/sends/StepCard.tsx';

interface ChannelStepProps {
  readonly channel: SendChannel;
  /** What the company can send over. */
  readonly offered: readonly SendChannel[];
  readonly error: string | undefined;
  readonly onChange: (channel: SendChannel) => void;
}

/** The third step: over which channel. Where there is one only, it is said and not asked. */
export function ChannelStep({ channel, offered, error, onChange }: ChannelStepProps) {
  const { t } = useTranslation('sends');
  const shown = sendChannels.filter((each) => offered.includes(each) || each === channel);
  return (
    <StepCard number={3} title={t('new.channel.title')}>
      {shown.length > 1 ? (
        <Radio.Group
          name="channel"
          label={<VisuallyHidden>{t('new.channel.label')}</VisuallyHidden>}
          labelProps={{ pos: 'absolute' }}
          value={channel}
          onChange={onChange}
          error={error}
          errorProps={{ mt: 'md' }}
        >
          <Stack gap="md">
            {shown.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`new.channel.${each}`)}
                description={t(`new.channel.${each}Text`)}
                disabled={!offered.includes(each)}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <>
          <OnlyChannel channel={channel} />
          {error && <Input.Error mt="md">{error}</Input.Error>}
        </>
      )}
    </StepCard>
  );
}

function OnlyChannel({ channel }: Pick<ChannelStepProps, 'channel'>) {
  const { t } = useTranslation('sends');
  const { Icon } = channelEntries[channel];
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <Text fw={500}>{t(`new.channel.${channel}`)}</Text>
        <Text c="dimmed">{t(`new.channel.${channel}Text`)}</Text>
      </div>
    </Group>
  );
}
