import type { ImportPreview } from '@escuta/contract/imports';
import { Button, Modal } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadContacts } from '#web/features/imports/api.ts';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { keepUpload, proposalFor } from '#web/features/imports/kept-upload.ts';
import { useMe } from '#web/lib/me.ts';
import { SampleFile } from '#web/ui/SampleFile.tsx';

const icon = <IconFileImport size={16} stroke={1.5} aria-hidden />;

/** Leads to the importer of contacts, or opens it over the list for a company that has it so (IMPORT-04). */
export function ImportContactsButton() {
  const { t } = useTranslation('imports');
  const { company } = useMe();
  if (company.general_attributes.imports_in_modal) return <ImportInModal />;
  return (
    <Button leftSection={icon} renderRoot={(props) => <Link to="/importer/contacts" {...props} />}>
      {t('importContacts')}
    </Button>
  );
}

/** The file is chosen in a large dialog; what was found in it is checked on the importer's page. */
function ImportInModal() {
  const { t } = useTranslation(['imports', 'ui']);
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const upload = useUploadContacts();
  function check(preview: ImportPreview): void {
    keepUpload(proposalFor(preview));
    void navigate({ to: '/importer/contacts', search: { uploadId: preview.uploadId } });
  }
  return (
    <>
      <Button leftSection={icon} onClick={() => setOpen(true)}>
        {t('importContacts')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="xl"
        title={t('importer.title')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        <FileStep upload={upload} onFound={check} sample={<SampleFile />} />
      </Modal>
    </>
  );
}
