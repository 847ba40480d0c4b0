import "./frame-shapes.css";

/** Placeholder for top bar, menu and page while the code of the console loads. */
export function FrameShapes() {
  return (
    <div className="frame-shapes" aria-busy="true">
      {["bar", "menu", "title", "page"].map((place) => (
        <span key={place} className="skeleton" data-place={place} />
      ))}
    </div>
  );
}
