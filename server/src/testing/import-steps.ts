import type { CompanyId, ImportId } from '@escuta/contract/ids';
import { runImport } from '#modules/imports/index.ts';
import type { TestContext } from './test-context.ts';

/** Uploads a file of contacts through the real route, as a browser does. `onWrite` hears the keys of the files stored. */
export function upload(
  context: TestContext,
  { headers }: { headers: Record<string, string> },
  content: string | Buffer,
  fileName = 'contatos.csv',
  onWrite?: (key: string) => void,
) {
  if (onWrite) {
    const write = context.files.write.bind(context.files);
    context.files.write = (key, source) => {
      onWrite(key);
      context.files.write = write;
      return write(key, source);
    };
  }
  const boundary = 'a-boundary-of-the-test';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName.replaceAll('\\', '\\\\')}"\r\ncontent-type: text/csv\r\n\r\n`;
  return context.app.inject({
    method: 'POST',
    url: '/api/imports/uploads',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

/** Runs an import here and now, as a worker would. */
export function runImportNow(context: TestContext, companyId: CompanyId, importId: ImportId): Promise<void> {
  return runImport(context, { companyId, importId }, AbortSignal.timeout(60_000));
}
