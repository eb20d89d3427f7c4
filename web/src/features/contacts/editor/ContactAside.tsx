import { listCustomFields } from '@escuta/contract/custom-fields';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactEditor } from '#web/features/contacts/editor/ContactEditor.tsx';
import type { EditedContact } from '#web/features/contacts/editor/use-contact-editor.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useDirtyGuard } from '#web/ui/form/dirty-guard.tsx';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import classes from '../ContactPage.module.css';

/** The editor in the side of the page of a contact (PEOPLE-03). What was typed is asked for before the page is left. */
export function ContactAside({ contact }: { contact: EditedContact }) {
  const { t } = useTranslation('contacts');
  const customFields = useQuery(routeQuery(listCustomFields, {}));
  const titleId = useId();
  const isDirty = useRef(false);
  const guard = useDirtyGuard(() => isDirty.current);
  // What was saved is masked again; what comes from the server by itself takes nothing from under who types.
  const [{ saved, times }, setSaved] = useState({ saved: contact, times: 0 });
  const title = useRef<HTMLHeadingElement>(null);
  const setDirty = (isNow: boolean) => {
    isDirty.current = isNow;
  };
  return (
    <aside aria-labelledby={titleId} className={classes['aside']}>
      <Stack gap="lg">
        <Title ref={title} order={2} id={titleId} tabIndex={-1}>
          {t('form.editTitle')}
        </Title>
        <PanelContext value={{ setDirty }}>
          <Loaded answer={customFields}>
            {({ data }) => (
              <ContactEditor
                key={times}
                contact={saved}
                customFields={data}
                onSaved={(answer) => {
                  setSaved({ saved: answer, times: times + 1 });
                  title.current?.focus();
                }}
              />
            )}
          </Loaded>
        </PanelContext>
      </Stack>
      {guard.dialog}
    </aside>
  );
}
