import type { Import, ImportPreview } from '@escuta/contract/imports';
import type { ReactNode } from 'react';
import { CheckStep } from '#web/features/imports/CheckStep.tsx';
import { ImportResult } from '#web/features/imports/ImportResult.tsx';
import { RecentImports } from '#web/features/imports/RecentImports.tsx';
import { forgetUpload, keepUpload, keptUpload, proposalFor } from '#web/features/imports/kept-upload.ts';

/** Where somebody is on the way from a file to its import: what the address says. */
export interface ImportSearch {
  readonly uploadId?: string | undefined;
  readonly importId?: string | undefined;
}

interface ImportStepsProps extends ImportSearch {
  readonly goTo: (search: ImportSearch, options?: { replace: true }) => void;
  /** The step in which a file is chosen and sent. */
  readonly file: (onFound: (preview: ImportPreview) => void) => ReactNode;
}

/** Which of the steps an address means. */
export function stepOf({ importId, uploadId }: ImportSearch): 'follow' | 'check' | 'file' {
  if (importId !== undefined) return 'follow';
  return uploadId !== undefined && keptUpload(uploadId) ? 'check' : 'file';
}

/** The steps from a file to its import: choose it, check what we found in it, follow the import. */
export function ImportSteps({ uploadId, importId, goTo, file }: ImportStepsProps) {
  const upload = uploadId === undefined ? undefined : keptUpload(uploadId);
  const chooseFile = () => goTo({});
  function follow({ _id }: Import): void {
    forgetUpload();
    goTo({ importId: _id }, { replace: true });
  }
  if (importId !== undefined) return <ImportResult id={importId} onAnother={chooseFile} />;
  if (upload) return <CheckStep key={upload.preview.uploadId} upload={upload} onBack={chooseFile} onStarted={follow} />;
  return (
    <>
      {file((preview) => {
        keepUpload(proposalFor(preview));
        goTo({ uploadId: preview.uploadId });
      })}
      <RecentImports />
    </>
  );
}
