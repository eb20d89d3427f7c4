/** The minified script of the page, put there by the build. */
declare module 'virtual:island' {
  const script: string;
  export default script;
}
