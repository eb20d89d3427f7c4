import {
  createSystemNotice,
  deleteSystemNotice,
  listAllSystemNotices,
  severities,
} from '@escuta/contract/system-notices';
import type { Severity } from '@escuta/contract/system-notices';
import { Alert, Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComplete, LocalTextFields, noText } from '#web/features/installation/LocalTextFields.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';

/** The notices of the system that are shown or will be, and the form of another one. */
export function NoticesCard() {
  const { t } = useTranslation('installation');
  const answer = useQuery(routeQuery(listAllSystemNotices, {}));
  const remove = useRouteMutation(deleteSystemNotice, { invalidates: [listAllSystemNotices] });
  const notices = answer.data?.data ?? [];
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('admin.notices')}
        </Title>
        {answer.data && notices.length === 0 && <Text c="dimmed">{t('admin.none')}</Text>}
        {notices.map(({ _id, severity, text, from, until }) => (
          <Group key={_id} justify="space-between" wrap="nowrap" gap="md">
            <div>
              <Text style={{ overflowWrap: 'anywhere' }}>{text[currentLanguage()]}</Text>
              <Text size="sm" c="dimmed">
                {t(`notices.severity.${severity}`)} · {formatInstant(from)} – {formatInstant(until)}
              </Text>
            </div>
            <Button variant="default" size="compact-sm" onClick={() => remove.mutate({ params: { id: _id } })}>
              {t('admin.remove')}
            </Button>
          </Group>
        ))}
        <NoticeForm />
      </Stack>
    </Paper>
  );
}

function NoticeForm() {
  const { t } = useTranslation('installation');
  const errorText = useErrorText();
  const [severity, setSeverity] = useState<Severity>('info');
  const [text, setText] = useState(noText);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const create = useRouteMutation(createSystemNotice, {
    invalidates: [listAllSystemNotices],
    onSuccess: () => setText(noText),
  });
  const isReady = isComplete(text) && from !== '' && until !== '';
  const body = () => ({ severity, text, from: new Date(from).toISOString(), until: new Date(until).toISOString() });
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('admin.severity')}
        value={severity}
        onChange={(event) => setSeverity(severities.find((each) => each === event.currentTarget.value) ?? 'info')}
        data={severities.map((value) => ({ value, label: t(`notices.severity.${value}`) }))}
      />
      <LocalTextFields label={t('admin.incomplete')} value={text} onChange={setText} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="datetime-local"
          label={t('admin.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('admin.to')}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </SimpleGrid>
      {create.error && <Alert color="red">{errorText(create.error)}</Alert>}
      <Group justify="flex-end">
        <Button disabled={!isReady} loading={create.isPending} onClick={() => create.mutate({ body: body() })}>
          {t('admin.create')}
        </Button>
      </Group>
    </Stack>
  );
}
