declare module "bpmn-moddle" {
  /** An element as it is in the file. References to others are there, but not enumerable. */
  interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    readonly $attrs: Readonly<Record<string, string>>;
    readonly $instanceOf?: (type: string) => boolean;
    readonly $descriptor: {
      readonly propertiesByName: Readonly<Record<string, { readonly default?: unknown; readonly isReference?: boolean } | undefined>>;
    };
    readonly id?: string;
    readonly name?: string;
    readonly [property: string]: unknown;
  }
  interface ModdleWarning {
    readonly message: string;
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: string;
  }
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: ModdleWarning[] }>;
  }
}
