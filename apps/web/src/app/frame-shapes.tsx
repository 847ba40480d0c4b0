import "./frame-shapes.css";

/** Where the bar, the menu and the page of the console will stand, while its code is on the way. */
export function FrameShapes() {
  return (
    <div className="frame-shapes" aria-busy="true">
      {["bar", "menu", "title", "page"].map((place) => (
        <span key={place} className="skeleton" data-place={place} />
      ))}
    </div>
  );
}
