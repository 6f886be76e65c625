declare module "saxen" {
  interface Parser {
    on(event: "question" | "attention" | "cdata", handler: (text: string) => void): this;
  }
}
