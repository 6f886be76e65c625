declare module "bpmnlint" {
  interface Report {
    readonly id: string;
    readonly message: string;
    readonly category: string;
  }
  export class Linter {
    constructor(options: { readonly config: object; readonly resolver: object });
    lint(definitions: object): Promise<Readonly<Record<string, readonly Report[]>>>;
  }
}
declare module "bpmnlint/lib/resolver/node-resolver.js" {
  const NodeResolver: new () => object;
  export default NodeResolver;
}
