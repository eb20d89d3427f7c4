import { endOneSession, endOtherSessions, listSessions } from '@escuta/contract/sessions';
import type { Session } from '@escuta/contract/sessions';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '#web/features/profile/Section.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

/** Where the user is signed in: each can be ended, or all others at once. */
export function SessionsSection() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const sessions = useQuery(routeQuery(listSessions, {}, { staleTime: 0 }));
  const onError = (error: unknown) => noticeFailure(errorText(error));
  const { mutate: endOne } = useRouteMutation(endOneSession, {
    invalidates: [listSessions],
    onError,
    onSuccess: () => noticeSuccess(t('sessions.ended')),
  });
  const { mutate: endOthers, isPending } = useRouteMutation(endOtherSessions, {
    invalidates: [listSessions],
    onError,
    onSuccess: ({ ended }) => noticeSuccess(t('sessions.othersEnded', { count: ended })),
  });
  return (
    <Section title={t('sessions.title')} text={t('sessions.text')}>
      <Loaded answer={sessions}>
        {({ data }) => (
          <>
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {data.map((session) => (
                <Row key={session._id} session={session} onEnd={() => endOne({ params: { id: session._id } })} />
              ))}
            </Stack>
            {data.length > 1 && (
              <div>
                <Button variant="default" loading={isPending} onClick={() => endOthers({})}>
                  {t('sessions.endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Row({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { t } = useTranslation('profile');
  const { timezone } = useMe().business;
  const { browser, system, address, lastSeenAt, beganAt, isCurrent } = session;
  const name =
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknown'));
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <Group gap="sm">
          <Text fw={500}>{name}</Text>
          {isCurrent && <Badge variant="light">{t('sessions.current')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('sessions.times', { seen: formatInstant(lastSeenAt, timezone), began: formatInstant(beganAt, timezone) })}
          {address && ` · ${address}`}
        </Text>
      </div>
      {!isCurrent && (
        <Button variant="default" flex="none" aria-label={t('sessions.endNamed', { name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  );
}
