declare module "saxen" {
  type Attributes = () => Readonly<Record<string, string>>;
  export class Parser {
    on(
      event: "openTag",
      handler: (name: string, attributes: Attributes, decode: (text: string) => string, selfClosing: boolean) => void,
    ): this;
    on(event: "closeTag", handler: (name: string, decode: (text: string) => string, selfClosing: boolean) => void): this;
    on(event: "text", handler: (text: string, decode: (text: string) => string) => void): this;
    on(event: "error" | "warn", handler: (error: Error) => void): this;
    parse(xml: string): this;
    stop(): void;
  }
}
