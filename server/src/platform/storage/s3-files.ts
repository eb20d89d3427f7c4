import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Files } from '#platform/storage/files.ts';

/**
 * Files in an S3-compatible bucket: `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=false&prefix=…`.
 * Uploads are multipart, so a file appears only when it is complete.
 */
export function s3Files(url: string): Files {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const bucket = pathname.slice(1);
  const prefix = searchParams.get('prefix') ?? '';
  const scheme = searchParams.get('tls') === 'false' ? 'http' : 'https';
  const client = new S3Client({
    endpoint: `${scheme}://${hostname}${port ? `:${port}` : ''}`,
    region: searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const place = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  return {
    async write(key, source) {
      await new Upload({ client, params: { ...place(key), Body: source }, queueSize: 2 }).done();
    },
    async read(key, fromByte = 0) {
      const range = fromByte > 0 ? { Range: `bytes=${fromByte}-` } : {};
      const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...range }));
      if (!(Body instanceof Readable)) throw new Error('the bucket answered without a body');
      return Body;
    },
    async size(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(place(key)));
        return ContentLength ?? null;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
  };
}
