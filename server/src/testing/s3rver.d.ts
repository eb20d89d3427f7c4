declare module 's3rver' {
  /** The part of the bucket server that the tests use. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: unknown[] }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
