import { getProfile, updateProfile } from '@escuta/contract/profile';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '#web/features/profile/Section.tsx';
import { call } from '#web/lib/call.ts';
import { meQuery, useMe } from '#web/lib/me.ts';
import { asPreviewed } from '#web/lib/role-preview.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

/** Whether single keys do something: who speaks to the computer, or touches keys by chance, switches them off (WCAG 2.1.4). */
export function ShortcutsSection() {
  const { t } = useTranslation('profile');
  const { user } = useMe();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const save = useOneAtATime(async (isOn: boolean) => {
    try {
      const { phone } = await call(getProfile, {});
      const me = await call(updateProfile, { body: { nome: user.nome, phone, shortcuts_off: !isOn } });
      queryClient.setQueryData(meQuery.queryKey, asPreviewed(me));
      noticeSuccess(t('saved'));
    } catch (error) {
      noticeFailure(errorText(error));
    }
  });
  return (
    <Section title={t('shortcuts.title')} text={t('shortcuts.text')}>
      <Switch
        label={t('shortcuts.on')}
        checked={!user.shortcuts_off}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
    </Section>
  );
}
