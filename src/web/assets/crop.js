// Lets the part of a picture that is kept be moved and zoomed. It fills the fields that the form has
// without it: `focus`, the middle of the part from -1 to 1, and `zoom`.

const STEP = 0.04 // of the way from one edge to the other, for a key

for (const form of document.querySelectorAll('.cropper')) start(form)

function start(form) {
  const stage = form.querySelector('.crop-stage')
  const picture = stage.querySelector('img')
  const zoom = form.querySelector('[name="zoom"]')
  const aspect = Number(form.dataset.aspect)
  const focus = document.createElement('input')
  focus.type = 'hidden'
  focus.name = 'focus'
  focus.value = form.querySelector('[name="focus"]:checked').value
  const frame = document.createElement('div')
  frame.className = 'crop-frame'
  frame.tabIndex = 0
  frame.setAttribute('role', 'group')
  frame.setAttribute(
    'aria-label',
    'The part that is shown. Arrow keys move it, plus and minus change how much it is.',
  )
  stage.querySelector('.crop-grid').replaceWith(frame, focus)
  form.querySelector('legend').textContent = 'The part that is shown'
  for (const text of document.querySelectorAll('[data-without-script]')) {
    text.textContent = 'Drag the frame to the part that you want.'
  }

  // middle of the frame, in parts of the picture from its upper left corner
  let [x, y] = focus.value.split(',').map(Number)
  x = (x + 1) / 2
  y = (1 - y) / 2

  const draw = () => {
    const { clientWidth: width, clientHeight: height } = picture
    if (width === 0 || height === 0) return
    const wide = Math.min(width, height * aspect) / Number(zoom.value) / width
    const high = (wide * width) / aspect / height
    x = between(wide / 2, x, 1 - wide / 2)
    y = between(high / 2, y, 1 - high / 2)
    Object.assign(frame.style, {
      left: `${(x - wide / 2) * 100}%`,
      top: `${(y - high / 2) * 100}%`,
      width: `${wide * 100}%`,
      height: `${high * 100}%`,
    })
    focus.value = `${(x * 2 - 1).toFixed(4)},${(1 - y * 2).toFixed(4)}`
  }

  const closer = (by) => {
    zoom.value = Number(zoom.value) + by
    draw()
  }

  dragOver(stage, (right, down) => {
    x += right / picture.clientWidth
    y += down / picture.clientHeight
    draw()
  })
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      closer(event.deltaY < 0 ? 0.1 : -0.1)
    },
    { passive: false },
  )
  frame.addEventListener('keydown', (event) => {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const move = moves[event.key]
    if (move !== undefined) {
      x += move[0] * STEP
      y += move[1] * STEP
      draw()
    } else if (event.key === '+' || event.key === '=') closer(0.1)
    else if (event.key === '-') closer(-0.1)
    else return
    event.preventDefault()
  })
  zoom.addEventListener('input', draw)
  picture.addEventListener('load', draw)
  new ResizeObserver(draw).observe(picture)
  draw()
}

function dragOver(stage, move) {
  let last = null
  stage.addEventListener('pointerdown', (event) => {
    last = event
    stage.setPointerCapture(event.pointerId)
    event.preventDefault()
    stage.querySelector('.crop-frame').focus()
  })
  stage.addEventListener('pointermove', (event) => {
    if (last === null) return
    move(event.clientX - last.clientX, event.clientY - last.clientY)
    last = event
  })
  for (const end of ['pointerup', 'pointercancel']) {
    stage.addEventListener(end, () => {
      last = null
    })
  }
}

function between(least, value, most) {
  return Math.min(most, Math.max(least, value))
}
