import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** The recovery codes, the only time that they are shown: to be copied or saved. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation('profile');
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Text>{t('codes.text')}</Text>
      <Paper withBorder p="md">
        <SimpleGrid cols={2} spacing="sm" verticalSpacing={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace">
              {code}
            </Text>
          ))}
        </SimpleGrid>
      </Paper>
      <Group gap="sm">
        <Button
          variant="default"
          onClick={() => void navigator.clipboard.writeText(text).then(() => noticeSuccess(t('codes.copied')))}
        >
          {t('codes.copy')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t('codes.file')}
        >
          {t('codes.download')}
        </Button>
      </Group>
      <Button onClick={onDone}>{t('codes.done')}</Button>
    </Stack>
  );
}
