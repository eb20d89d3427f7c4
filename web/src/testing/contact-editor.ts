import { getMe } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getContact, listContacts, revealContactValue, updateContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { Role } from '@escuta/contract/access-policy';
import { getEmailStatus } from '@escuta/contract/timeline';
import type { EmailStatus } from '@escuta/contract/timeline';
import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

interface EditorGiven {
  readonly fields?: readonly CustomField[];
  readonly role?: Role;
  /** The value to whose contacts they are narrowed. */
  readonly narrowedTo?: User['narrowed_to'];
  /** Who else is in the list. */
  readonly others?: readonly Contact[];
  /** What is behind the masks of custom fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** What is known of the e-mail. */
  readonly emailStatus?: EmailStatus | null;
}

/** A server that knows one contact, and shows what is masked when it is asked. */
export function editorServer(
  contact: Contact,
  { fields = [], role = 'own', narrowedTo = null, others = [], hidden = {}, emailStatus = null }: EditorGiven = {},
) {
  return signedInServer(role)
    .on(getMe)(() => ({ ...testUser(role), narrowed_to: narrowedTo }))
    .on(listContacts)(() => ({ data: [contact, ...others], total: 1 + others.length }))
    .on(listCustomFields)(() => ({ data: [...fields] }))
    .on(getContact)(() => edited(contact))
    .on(updateContact)(() => edited(contact))
    .on(getEmailStatus)(() => ({ email_status: emailStatus }))
    .on(revealContactValue)(({ body }) => ({
    value: 'field' in body ? contact[body.field] : (hidden[body.custom_field] ?? null),
  }));
}

/** The editor of a contact, open beside the list, and what people do in it. */
export async function openEditor(contact: Contact, given: EditorGiven = {}) {
  const server = editorServer(contact, given);
  const { user, router } = openApp('/contatos');
  await user.click(await screen.findByRole('button', { name: contact.name }));
  const element = await screen.findByRole('dialog', { name: /^(Editar Contato|Edit contact)$/ });
  await within(element).findByRole('button', { name: /^(Salvar Alterações|Save changes)$/ });
  return { server, user, router, element, ...editorIn(element, user, server) };
}

type Opened = ReturnType<typeof openApp>;

/** What people do in an editor, wherever it stands. */
export function editorIn(element: HTMLElement, user: Opened['user'], server: ReturnType<typeof editorServer>) {
  const panel = within(element);
  const pencil = (label: string) => panel.getByRole('button', { name: new RegExp(`^(Editar|Edit) ${label}$`) });
  /** Presses the pencil of a field; gives what it is written in. */
  const edit = async (label: string) => {
    if (panel.queryByLabelText(label, { selector: 'input, select' }) === null) await user.click(pencil(label));
    return panel.findByLabelText<HTMLInputElement>(label, { selector: 'input, select' });
  };
  return {
    panel,
    pencil,
    edit,
    /** What a field says. */
    said: (label: string) => panel.getByRole('group', { name: label }),
    async write(label: string, text: string) {
      const input = await edit(label);
      await user.clear(input);
      if (text !== '') await user.type(input, text);
      return input;
    },
    save: () => user.click(panel.getByRole('button', { name: /^(Salvar Alterações|Save changes)$/ })),
    async saved() {
      await waitFor(() => expect(server.count(updateContact)).toBe(1));
      return server.asked(updateContact)[0]!.body as Record<string, unknown>;
    },
  };
}
